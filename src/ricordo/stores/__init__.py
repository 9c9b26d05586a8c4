"""Where turns and memories are kept. One module or package a backend; what backends share lies beside them."""
