import { custom, section } from '../row.ts'

/** Every screen, and what it may do. */
export const screens = section({
  name: { en: 'Screens and roles', es: 'Pantallas y roles', pt: 'Telas e funções' },
  rows: {
    pin: custom({
      of: 'restaurant',
      control: 'pin',
      messages: {
        en: {
          name: 'Manager’s PIN',
          hint: '4 to 8 digits. Then each screen does what its role may, and a manager unlocks the rest.',
          search: 'password code lock security permission who may do what',
        },
        es: {
          name: 'PIN del encargado',
          hint: 'De 4 a 8 dígitos. Así cada pantalla hace lo que su rol permite, y un encargado desbloquea el resto.',
          search: 'contraseña clave código bloqueo seguridad permiso quién puede hacer qué',
        },
        pt: {
          name: 'PIN do gerente',
          hint: 'De 4 a 8 dígitos. Assim cada tela faz o que sua função permite, e um gerente desbloqueia o resto.',
          search: 'senha código bloqueio segurança permissão quem pode fazer o quê',
        },
      },
    }),
    screenList: custom({
      of: 'restaurant',
      control: 'screens',
      messages: {
        en: {
          name: 'All screens',
          hint: 'A new screen is for the kitchen. Give the manager’s own screen the role Manager.',
          search:
            'roles permission rights access rename forget remove device tablet display kitchen counter',
        },
        es: {
          name: 'Todas las pantallas',
          hint: 'Una pantalla nueva es de la cocina. Dale a la pantalla del encargado el rol Encargado.',
          search:
            'roles permiso derechos acceso renombrar olvidar quitar dispositivo tableta cocina mostrador',
        },
        pt: {
          name: 'Todas as telas',
          hint: 'Uma tela nova é da cozinha. Dê à tela do gerente a função Gerente.',
          search:
            'funções papel permissão direitos acesso renomear esquecer tirar dispositivo tablet cozinha balcão',
        },
      },
    }),
  },
})
