export default {
  roomName: {
    connection: 'Connection',
  },
}
