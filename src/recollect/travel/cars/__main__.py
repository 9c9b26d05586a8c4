"""The tools of the cars as an MCP server: ``python -m recollect.travel.cars --store FILE --traveller NAME``."""

from recollect.travel.cars.tools import TOOLS
from recollect.travel.mcp_server import main

if __name__ == "__main__":
    main("car", TOOLS)
