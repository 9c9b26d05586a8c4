"""``python -m ricordo``."""

import sys

from ricordo.cli import main

sys.exit(main())
