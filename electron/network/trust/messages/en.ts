export default {
  title: 'Make this device a screen of the kitchen',
  text: 'First this device must trust the kitchen computer. Then only this kitchen can be behind its address, and nobody on the Wi-Fi can read along.',
  get: 'Get the certificate',
  download: 'Download the certificate',
  install: 'Install it',
  compare: 'Compare the words',
  compareText:
    'On the kitchen computer, in Settings under Network screens, there must be the same words. If they differ, stop and tell a manager.',
  open: 'Open Kitchen Pass',
  openText: 'This device doesn’t trust the kitchen computer yet.',
  trusted: 'This device trusts the kitchen computer.',
  later: 'Remove the certificate in the same place when this device leaves the kitchen.',
  systems: {
    ipados: {
      name: 'iPad or iPhone',
      steps: [
        'Use Safari. Tap “Download the certificate” above, then “Allow”.',
        'Open Settings. At the top, tap “Profile Downloaded”, then “Install”, and enter the device’s passcode.',
        'In Settings, open General, then About. At the bottom, tap “Certificate Trust Settings”.',
        'Turn on the switch next to “Kitchen Pass”, and tap “Continue”. Without this step the device doesn’t trust it.',
      ],
    },
    android: {
      name: 'Android',
      steps: [
        'Tap “Download the certificate” above.',
        'Open Settings, and search for “CA certificate”. It is under Security, then “Encryption & credentials” or “More security settings”, then “Install a certificate”.',
        'Tap “CA certificate”, then “Install anyway”, and enter the device’s PIN. If the device has no screen lock, it asks for one.',
        'Choose the file “authority.crt” in Downloads.',
      ],
    },
    'fire-os': {
      name: 'Fire tablet',
      steps: [
        'Tap “Download the certificate” above.',
        'Open Settings, then Security & Privacy, then “Encryption & credentials”.',
        'Tap “Install from storage”, then “CA certificate”, and choose “authority.crt” in Downloads.',
      ],
    },
    windows: {
      name: 'Windows',
      steps: [
        'Click “Download the certificate” above, and open the file.',
        'Click “Install Certificate…”, choose “Local Machine”, then “Next”.',
        'Choose “Place all certificates in the following store”, then “Browse”, then “Trusted Root Certification Authorities”.',
        'Click “OK”, “Next” and “Finish”, then restart the browser. Firefox has its own list: import the file there, in Settings, under “View Certificates”, “Authorities”.',
      ],
    },
    macos: {
      name: 'Mac',
      steps: [
        'Click “Download the certificate” above, and open the file. Keychain Access opens.',
        'Add it to the “System” keychain, and enter the password of this Mac.',
        'Double-click “Kitchen Pass” in the list, open “Trust”, and choose “Always Trust”.',
        'Close the window, enter the password again, and restart the browser.',
      ],
    },
    linux: {
      name: 'Linux',
      steps: [
        'Click “Download the certificate” above.',
        'In Chrome or Chromium, open Settings, then Privacy and security, then Security, then “Manage certificates”. Import the file under “Authorities” or “Custom”, and trust it for websites.',
        'In Firefox, open Settings, search for “certificates”, click “View Certificates”, then “Authorities”, then “Import”.',
      ],
    },
  },
}
