"""Language models that run here, for whoever has no key: any GGUF file as a MAF chat client."""
