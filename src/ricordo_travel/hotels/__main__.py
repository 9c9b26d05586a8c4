"""The hotel tools as an MCP server: `python -m ricordo_travel.hotels --store FILE --traveller NAME`."""

from ricordo_travel.hotels.tools import TOOLS
from ricordo_travel.mcp_server import main

if __name__ == "__main__":
    main("hotel", TOOLS)
