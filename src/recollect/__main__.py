"""``python -m recollect``."""

import sys

from recollect.cli import main

sys.exit(main())
