"""Read what a message agrees to, refuses or wants otherwise of all that waits for a yes.

`agreement` reads an answer: rules (`answers`, `plain_yes`, `naming`) and two small models (`answer_reader`,
`act_reader`) have to agree before anything is booked.
"""
