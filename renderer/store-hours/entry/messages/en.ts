export default {
  roomName: {
    storeHours: 'Opening hours',
  },
}
