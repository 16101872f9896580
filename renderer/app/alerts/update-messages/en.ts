export default {
  updateAlerts: {
    notInstalled: 'Version {version} was not installed',
    notInstalledText:
      'The version before it continues to work. Kitchen Pass tries again at the next good time.',
    overdue: 'Version {version} has been ready for days',
    overdueText: 'Install it when no ticket is open, or choose another time for updates.',
  },
}
