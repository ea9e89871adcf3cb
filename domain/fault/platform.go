package fault

// platformCodes begin at 100; a new code goes to the end, with its row.
var platformCodes = []row{}
