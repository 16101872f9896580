import type { MessagesLike } from '../message-table.ts'
import type en from './en.ts'

export default {
  language: {
    own: 'Português',
  },
  common: {
    noMethod: 'Sem forma de pagamento',
    unnamedMethod: 'Forma de pagamento {n}',
    soldOut: '{n} esgotado | {n} esgotados',
    appName: 'Kitchen Pass',
    seconds: '{n} segundo | {n} segundos',
    resume: 'Tentar de novo agora',
    giveToken: 'Digitar chave de acesso',
    close: 'Fechar',
    tryAgain: 'Tentar de novo',
    copy: 'Copiar',
    copied: 'Copiado',
    gotIt: 'Entendi',
    search: 'Buscar',
    searchAll: 'Buscar em todas as seções',
    keyboard: 'Atalhos do teclado',
    details: 'Detalhes',
    arrows: 'Setas',
    enter: 'Enter',
    keyMap: 'Atalhos do teclado',
    show: 'Mostrar texto',
    hide: 'Ocultar texto',
    hour: 'Hora',
    minute: 'Minuto',
    dayPeriod: 'AM ou PM',
    day: 'Dia',
    month: 'Mês',
    year: 'Ano',
  },
  age: {
    seconds: 'há {n} s',
    minutes: 'há {n} min',
    hours: 'há {n} h',
    days: 'há {n} dia | há {n} dias',
  },
  pages: {
    label: 'Páginas',
    page: 'Página {n}',
    pageOf: 'Página {page} de {pages}',
    before: 'Página anterior',
    next: 'Próxima página',
  },
  areas: {
    shift: 'Turno',
    store: 'Loja',
  },
  errors: {
    'bad-input': 'Algo que você digitou não é válido. Confira e tente de novo.',
    'not-found': 'Não encontrado. Pode ter sido removido.',
    'too-late': 'Isso não pode mais ser feito porque algo mudou. Confira como está agora.',
    'not-allowed': 'Esta tela não tem permissão para fazer isso. Pergunte a um gerente.',
    'wrong-pin': 'PIN incorreto.',
    locked: 'Muitos PINs incorretos.',
    'wrong-code': 'Não é o código da tela nova.',
    unauthorised:
      'A plataforma não aceita a chave de acesso. Copie-a de novo das configurações da sua plataforma.',
    refused: 'A plataforma recusou isso. Se acontecer de novo, fale com o suporte.',
    unreachable: 'Sem resposta. Confira a conexão e tente de novo.',
    'not-the-platform':
      'Algo que não é a plataforma respondeu. Confira o endereço e se o Wi-Fi pede login.',
    unreadable:
      'A plataforma enviou uma resposta que o Kitchen Pass não consegue ler. Tente de novo. Se acontecer de novo, fale com o suporte.',
    'no-vault':
      'Este computador não consegue guardar a chave de acesso com segurança. Configure o chaveiro do sistema e tente de novo.',
    'set-by-profile': 'Um arquivo de configuração define isto. Não dá para mudar aqui.',
    storage:
      'Não foi possível salvar. O disco pode estar cheio ou protegido. Libere espaço e tente de novo.',
    internal: 'Algo deu errado no Kitchen Pass. Tente de novo.',
    log: 'Entrada no registro: {text}',
    triesLeft:
      '{sentence} Resta {n} tentativa antes de a tela ser bloqueada por um tempo. | {sentence} Restam {n} tentativas antes de a tela ser bloqueada por um tempo.',
    waitSeconds:
      '{sentence} Tente de novo em {n} segundo. | {sentence} Tente de novo em {n} segundos.',
    waitMinutes:
      '{sentence} Tente de novo em {n} minuto. | {sentence} Tente de novo em {n} minutos.',
  },
  reasons: {
    'no-address':
      'Este endereço não é válido. Copie-o das configurações da sua plataforma. Exemplo: platform.example/api/v3',
    'no-such-name':
      'Este endereço não foi encontrado. Confira a escrita e se este computador está conectado à internet.',
    'nobody-listens':
      'O servidor deste endereço não aceita conexões. Confira o endereço ou tente de novo em alguns minutos.',
    'no-way-there':
      'Este computador não consegue acessar esse endereço. Confira se ele está conectado à internet.',
    'not-secure':
      'Não foi possível fazer uma conexão segura. Confira o endereço, e a data e a hora deste computador.',
    'too-slow':
      'A resposta demorou demais. Confira a conexão com a internet ou tente de novo em um minuto.',
    'cut-off': 'A conexão foi interrompida. Tente de novo.',
    unavailable: 'A plataforma está indisponível no momento. Tente de novo em alguns minutos.',
    'web-page':
      'Uma página da web respondeu no lugar da plataforma. Confira o endereço e se o Wi-Fi pede login.',
    'no-such-path':
      'Há um servidor neste endereço, mas não é a plataforma. Copie o endereço inteiro das configurações da sua plataforma.',
    'other-answer':
      'O servidor deste endereço não é a plataforma. Copie o endereço das configurações da sua plataforma.',
    unencrypted:
      'Este endereço não é criptografado (http). Outras pessoas na rede poderiam ler a chave de acesso, os pedidos e os dados dos clientes. Use um endereço com https.',
    'bad-token':
      'Isto não é uma chave de acesso: tem um espaço, uma quebra de linha ou um caractere que as chaves não têm. Copie só a chave e cole de novo.',
    'no-token': 'A chave de acesso não está salva neste computador. Digite-a para continuar.',
    'token-refused':
      'A plataforma não aceita a chave de acesso. Copie-a de novo das configurações da sua plataforma.',
    'rights-missing':
      'A chave de acesso é válida, mas não tem permissão para isso. Dê mais permissões a ela nas configurações da sua plataforma.',
    'other-store':
      'Esta chave de acesso não é desta loja. Use a chave desta loja ou escolha outra loja.',
    'store-in-use':
      'Outro Kitchen Pass neste computador atende esta loja. Use esse, ou feche-o antes.',
    'hours-changed':
      'O horário mudou desde que você o abriu. Confira o horário atual e envie de novo.',
    'hours-under-way':
      'O último horário ainda está sendo enviado. Tente de novo quando estiver confirmado.',
    'weekdays-unknown': 'Primeiro responda à pergunta sobre os dias da semana.',
    'hours-unknown':
      'O horário atual da loja não é totalmente conhecido, e enviar apagaria uma parte. Mude-o na plataforma.',
    'no-printer':
      'O aparelho deste endereço não é uma impressora de comandas. Confira o endereço e a porta.',
    'not-for-printers':
      'O Kitchen Pass não imprime neste endereço ou porta. Um gerente pode permitir em Ajustes, em Impressoras.',
    'usb-needs-linux': 'Impressoras USB só funcionam no Linux. Conecte a impressora à rede.',
    'backup-damaged': 'Esta cópia está danificada. Nada foi alterado. Escolha outra.',
    'archive-out': 'Os pedidos anteriores não podem ser lidos no momento.',
    'no-room': 'O disco está cheio demais. Nada foi alterado. Libere espaço.',
    moved: 'Outro computador cuida desta cozinha.',
    'wrong-codes': 'Códigos errados demais.',
  },
  roles: {
    kitchen: 'Cozinha',
    counter: 'Balcão',
    manager: 'Gerente',
    status: 'Status dos pedidos',
  },
  clock: {
    ahead: 'O relógio deste computador está {time} adiantado',
    behind: 'O relógio deste computador está {time} atrasado',
    clockDifference: 'O relógio deste computador e o da plataforma diferem em {time}',
    clockDifferenceRemedy:
      'Ajuste a data, a hora e o fuso horário deste computador. Até os dois relógios coincidirem, vale a hora deste computador e nenhum dado antigo é apagado.',
    minutes: '{n} minuto | {n} minutos',
    hours: '{n} hora | {n} horas',
    days: '{n} dia | {n} dias',
    remedy:
      'Ajuste a data, a hora e o fuso horário deste computador, ou ative o ajuste automático. Até lá, vale a hora da plataforma.',
  },
  strip: {
    webhook: 'Eventos',
    orderList: 'Lista de pedidos',
    outbox: 'Envios para a plataforma',
    webhookAge: 'último evento {age}',
    webhookSilent: 'escutando, nenhum evento ainda',
    webhookOff: 'desligados',
    webhookFailed: 'não é possível receber',
    listAge: 'consultada {age}',
    listWaiting: 'primeira consulta em andamento',
    storeUnseen: 'a chave de acesso não é desta loja',
    listOff: 'desligada',
    listFailing: 'a consulta falhou, última {age}',
    listNever: 'a consulta falhou, ainda sem resposta',
    listUnsupported: 'esta plataforma não a oferece; os pedidos chegam só como eventos',
    listLeftOut:
      '{n} pedido da lista não pôde ser lido | {n} pedidos da lista não puderam ser lidos',
    stale: 'desatualizado',
    settled: 'tudo confirmado',
    unheard: 'não se sabe por enquanto',
    pending: '{n} para enviar',
    sending: 'enviando {n}',
    unknown: '{n} sem resposta',
    needsPerson: '{n} para resolver | {n} para resolver',
    paused: 'envio parado',
    elsewhere: '{n} mensagem para outros restaurantes | {n} mensagens para outros restaurantes',
  },
} satisfies MessagesLike<typeof en>
