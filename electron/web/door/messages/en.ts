export default {
  title: 'This browser doesn’t have access yet',
  text: 'Open the address that Kitchen Pass shows when it starts. It gives access to one browser and works once.',
  more: 'For other browsers, enter the key from the web-key file in the data folder of Kitchen Pass.',
  key: 'Key',
  open: 'Open',
  wrong:
    'This key doesn’t work or was already used. Use the newest address or the key from the file.',
  gone: 'Kitchen Pass isn’t responding. Check that it is running.',
}
