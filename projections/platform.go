package projections

// platform lists the projections of what every group stands on: jobs, files, settings, links, notifications, feedback.
func platform() []Projection {
	return []Projection{Jobs(), Blobs(), Answers(), Notifications(), Schedules()}
}
