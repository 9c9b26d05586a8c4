"""The tools of the hotels as an MCP server: ``python -m recollect.travel.hotels --store FILE --traveller NAME``."""

from recollect.travel.hotels.tools import TOOLS
from recollect.travel.mcp_server import main

if __name__ == "__main__":
    main("hotel", TOOLS)
