package fault

// invoicingCodes begin at 400; a new code goes to the end, with its row.
var invoicingCodes = []row{}
