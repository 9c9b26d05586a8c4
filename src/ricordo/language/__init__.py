"""Pure functions over text: keywords, numbers, dates, quotations, filters. One copy of each, shared by all layers."""
