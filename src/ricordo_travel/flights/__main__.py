"""The flight tools as an MCP server: `python -m ricordo_travel.flights --store FILE --traveller NAME`."""

from ricordo_travel.flights.tools import TOOLS
from ricordo_travel.mcp_server import main

if __name__ == "__main__":
    main("flight", TOOLS)
