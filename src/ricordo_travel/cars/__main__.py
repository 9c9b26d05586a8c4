"""The car tools as an MCP server: `python -m ricordo_travel.cars --store FILE --traveller NAME`."""

from ricordo_travel.cars.tools import TOOLS
from ricordo_travel.mcp_server import main

if __name__ == "__main__":
    main("car", TOOLS)
