import { custom, section, share, toggle } from '../row.ts'

/** What rings on this screen. */
export const sounds = section({
  name: { en: 'Sounds', es: 'Sonidos', pt: 'Sons' },
  rows: {
    soundOn: toggle({
      of: 'screen',
      default: true,
      warnAt: false,
      messages: {
        en: {
          name: 'Ring for what happens to orders',
          warning: 'Nobody will hear a new order on this screen.',
          search: 'sound bell alarm alert beep noise notification mute silence off',
        },
        es: {
          name: 'Avisar de lo que pasa con los pedidos',
          warning: 'Nadie oirá un pedido nuevo en esta pantalla.',
          search: 'sonido timbre campana alarma alerta ruido notificación silencio apagar',
        },
        pt: {
          name: 'Avisar do que acontece com os pedidos',
          warning: 'Ninguém vai ouvir um pedido novo nesta tela.',
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
          warning: 'Nobody will hear a new order on this screen.',
          search: 'loud loudness quiet mute silence sound',
        },
        es: {
          name: 'Volumen',
          warning: 'Nadie oirá un pedido nuevo en esta pantalla.',
          search: 'fuerte alto bajo silencio sonido',
        },
        pt: {
          name: 'Volume',
          warning: 'Ninguém vai ouvir um pedido novo nesta tela.',
          search: 'alto baixo forte silêncio mudo som',
        },
      },
    }),
    sounds: custom({
      of: null,
      control: 'sound-samples',
      messages: {
        en: { name: 'Hear the sounds', search: 'sound test try play listen bell alarm alert' },
        es: {
          name: 'Oír los sonidos',
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
