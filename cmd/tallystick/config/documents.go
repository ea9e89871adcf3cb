package config

// Documents are the settings of documents, their classification, receipts and returns.
type Documents struct {
	ToolsDir       string `env:"TALLYSTICK_TOOLS_DIR" default:".tools" doc:"folder with Tesseract and poppler, where they are not installed"`
	SandboxWaived  string `env:"TALLYSTICK_SANDBOX" default:"required" doc:"required: documents wait where the machine cannot confine what reads them (Landlock, seccomp); waived: they are read all the same"`
	FilesPerTenant int    `env:"TALLYSTICK_TENANT_FILES_MAX_MIB" default:"10240" doc:"how much the files of one tenant may hold together; 0: no limit"`
}

// faults are the settings that do not go together.
func (c Documents) faults() []string {
	if c.SandboxWaived != "required" && c.SandboxWaived != "waived" {
		return []string{"TALLYSTICK_SANDBOX: required or waived"}
	}
	return nil
}
