export default {
  roomName: {
    settings: 'Settings',
  },
}
