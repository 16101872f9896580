import type en from './en.ts'

export default {
  title: 'Haz de este dispositivo una pantalla de la cocina',
  text: 'Primero, este dispositivo debe confiar en el computador de la cocina. Así, detrás de su dirección solo puede estar esta cocina y nadie en la red Wi-Fi puede leer lo que se envía.',
  get: 'Obtén el certificado',
  download: 'Descargar el certificado',
  install: 'Instálalo',
  compare: 'Compara las palabras',
  compareText:
    'En el computador de la cocina, en Ajustes, en Pantallas en red, deben estar las mismas palabras. Si son distintas, detente y avisa a un gerente.',
  open: 'Abrir Kitchen Pass',
  openText: 'Este dispositivo aún no confía en el computador de la cocina.',
  trusted: 'Este dispositivo confía en el computador de la cocina.',
  later: 'Quita el certificado en el mismo lugar cuando este dispositivo deje la cocina.',
  systems: {
    ipados: {
      name: 'iPad o iPhone',
      steps: [
        'Usa Safari. Toca “Descargar el certificado” arriba y luego “Permitir”.',
        'Abre Configuración. Arriba, toca “Perfil descargado”, luego “Instalar”, e ingresa el código del dispositivo.',
        'En Configuración, abre General y luego Información. Al final, toca “Configuración de confianza de certificados”.',
        'Activa el interruptor junto a “Kitchen Pass” y toca “Continuar”. Sin este paso el dispositivo no confía en él.',
      ],
    },
    android: {
      name: 'Android',
      steps: [
        'Toca “Descargar el certificado” arriba.',
        'Abre Ajustes y busca “certificado de CA”. Está en Seguridad, luego “Cifrado y credenciales” o “Más ajustes de seguridad”, luego “Instalar un certificado”.',
        'Toca “Certificado de CA”, luego “Instalar de todos modos”, e ingresa el PIN del dispositivo. Si no tiene bloqueo de pantalla, pide uno.',
        'Elige el archivo “authority.crt” en Descargas.',
      ],
    },
    'fire-os': {
      name: 'Tableta Fire',
      steps: [
        'Toca “Descargar el certificado” arriba.',
        'Abre Configuración, luego Seguridad y privacidad, luego “Cifrado y credenciales”.',
        'Toca “Instalar desde el almacenamiento”, luego “Certificado de CA”, y elige “authority.crt” en Descargas.',
      ],
    },
    windows: {
      name: 'Windows',
      steps: [
        'Haz clic en “Descargar el certificado” arriba y abre el archivo.',
        'Haz clic en “Instalar certificado…”, elige “Equipo local” y luego “Siguiente”.',
        'Elige “Colocar todos los certificados en el siguiente almacén”, luego “Examinar”, luego “Entidades de certificación raíz de confianza”.',
        'Haz clic en “Aceptar”, “Siguiente” y “Finalizar”, y reinicia el navegador. Firefox tiene su propia lista: importa el archivo allí, en Ajustes, en “Ver certificados”, “Autoridades”.',
      ],
    },
    macos: {
      name: 'Mac',
      steps: [
        'Haz clic en “Descargar el certificado” arriba y abre el archivo. Se abre Acceso a Llaveros.',
        'Agrégalo al llavero “Sistema” e ingresa la contraseña de este Mac.',
        'Haz doble clic en “Kitchen Pass” en la lista, abre “Confiar” y elige “Confiar siempre”.',
        'Cierra la ventana, ingresa la contraseña de nuevo y reinicia el navegador.',
      ],
    },
    linux: {
      name: 'Linux',
      steps: [
        'Haz clic en “Descargar el certificado” arriba.',
        'En Chrome o Chromium, abre Configuración, luego Privacidad y seguridad, luego Seguridad, luego “Gestionar certificados”. Importa el archivo en “Entidades emisoras” o “Personalizado”, y confía en él para sitios web.',
        'En Firefox, abre Ajustes, busca “certificados”, haz clic en “Ver certificados”, luego “Autoridades”, luego “Importar”.',
      ],
    },
  },
} satisfies typeof en
