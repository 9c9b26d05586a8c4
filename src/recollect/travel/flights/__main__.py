"""The tools of the flights as an MCP server: ``python -m recollect.travel.flights --store FILE --traveller NAME``."""

from recollect.travel.flights.tools import TOOLS
from recollect.travel.mcp_server import main

if __name__ == "__main__":
    main("flight", TOOLS)
