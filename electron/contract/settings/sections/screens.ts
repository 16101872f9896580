import { custom, section } from '../row.ts'

export const screens = section({
  name: { en: 'Screens and roles', es: 'Pantallas y roles', pt: 'Telas e funções' },
  rows: {
    pin: custom({
      of: 'restaurant',
      control: 'pin',
      messages: {
        en: {
          name: 'Manager’s PIN',
          hint: '4 to 8 digits. Each screen can then do what its role allows. A manager can unlock the rest.',
          search: 'password code lock security permission who may do what',
        },
        es: {
          name: 'PIN del gerente',
          hint: 'De 4 a 8 dígitos. Así cada pantalla puede hacer lo que su rol permite. Un gerente puede desbloquear lo demás.',
          search:
            'contraseña clave código bloqueo seguridad permiso encargado quién puede hacer qué',
        },
        pt: {
          name: 'PIN do gerente',
          hint: 'De 4 a 8 dígitos. Assim cada tela pode fazer o que sua função permite. Um gerente pode desbloquear o resto.',
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
          hint: 'New screens have the Kitchen role. Give your own screen the Manager role first.',
          search:
            'roles permission rights access rename forget remove device tablet display kitchen counter',
        },
        es: {
          name: 'Todas las pantallas',
          hint: 'Las pantallas nuevas tienen el rol Cocina. Dale primero a tu pantalla el rol Gerente.',
          search:
            'roles permiso derechos acceso renombrar olvidar quitar dispositivo tableta cocina mostrador',
        },
        pt: {
          name: 'Todas as telas',
          hint: 'Telas novas têm a função Cozinha. Dê primeiro à sua tela a função Gerente.',
          search:
            'funções papel permissão direitos acesso renomear esquecer tirar dispositivo tablet cozinha balcão',
        },
      },
    }),
  },
})
