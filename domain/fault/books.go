package fault

// booksCodes begin at 300; a new code goes to the end, with its row.
var booksCodes = []row{}
