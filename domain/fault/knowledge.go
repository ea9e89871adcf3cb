package fault

// knowledgeCodes begin at 500; a new code goes to the end, with its row.
var knowledgeCodes = []row{}
