import { custom, section, share, toggle } from '../row.ts'

export const sounds = section({
  name: { en: 'Sounds', es: 'Sonidos', pt: 'Sons' },
  rows: {
    soundOn: toggle({
      of: 'screen',
      default: true,
      warnAt: false,
      messages: {
        en: {
          name: 'Order sounds',
          warning: 'New orders make no sound on this screen.',
          search: 'sound bell alarm alert beep noise notification mute silence off',
        },
        es: {
          name: 'Sonidos de pedidos',
          warning: 'Los pedidos nuevos no suenan en esta pantalla.',
          search: 'sonido timbre campana alarma alerta ruido notificación silencio apagar',
        },
        pt: {
          name: 'Sons de pedidos',
          warning: 'Os pedidos novos não tocam som nesta tela.',
          search: 'som campainha sino alarme alerta barulho notificação silêncio mudo desligar',
        },
      },
    }),
    volume: share({
      of: 'screen',
      default: 0.8,
      min: 0,
      max: 1,
      step: 0.05,
      warnAt: 0,
      warnWith: 'soundOn',
      messages: {
        en: {
          name: 'Volume',
          warning: 'New orders make no sound on this screen.',
          search: 'loud loudness quiet mute silence sound',
        },
        es: {
          name: 'Volumen',
          warning: 'Los pedidos nuevos no suenan en esta pantalla.',
          search: 'fuerte alto bajo silencio sonido',
        },
        pt: {
          name: 'Volume',
          warning: 'Os pedidos novos não tocam som nesta tela.',
          search: 'alto baixo forte silêncio mudo som',
        },
      },
    }),
    sounds: custom({
      of: null,
      control: 'sound-samples',
      messages: {
        en: { name: 'Play the sounds', search: 'sound test try play listen bell alarm alert' },
        es: {
          name: 'Escuchar los sonidos',
          search: 'sonido probar escuchar tocar timbre campana alarma alerta',
        },
        pt: {
          name: 'Ouvir os sons',
          search: 'som testar experimentar escutar tocar campainha alarme alerta',
        },
      },
    }),
  },
})
