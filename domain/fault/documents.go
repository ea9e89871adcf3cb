package fault

// documentsCodes begin at 200; a new code goes to the end, with its row.
var documentsCodes = []row{}
