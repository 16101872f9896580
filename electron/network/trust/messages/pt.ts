import type en from './en.ts'

export default {
  title: 'Faça deste aparelho uma tela da cozinha',
  text: 'Primeiro, este aparelho precisa confiar no computador da cozinha. Assim, só esta cozinha pode estar no endereço dela, e ninguém no Wi-Fi consegue ler o que é enviado.',
  get: 'Baixe o certificado',
  download: 'Baixar o certificado',
  install: 'Instale-o',
  compare: 'Compare as palavras',
  compareText:
    'No computador da cozinha, em Ajustes, em Telas na rede, devem estar as mesmas palavras. Se forem diferentes, pare e avise um gerente.',
  open: 'Abrir o Kitchen Pass',
  openText: 'Este aparelho ainda não confia no computador da cozinha.',
  trusted: 'Este aparelho confia no computador da cozinha.',
  later: 'Remova o certificado no mesmo lugar quando este aparelho sair da cozinha.',
  systems: {
    ipados: {
      name: 'iPad ou iPhone',
      steps: [
        'Use o Safari. Toque em “Baixar o certificado” acima e depois em “Permitir”.',
        'Abra os Ajustes. No alto, toque em “Perfil Baixado”, depois em “Instalar”, e digite o código do aparelho.',
        'Nos Ajustes, abra Geral e depois Sobre. No fim, toque em “Certificados Confiáveis”.',
        'Ative a chave ao lado de “Kitchen Pass” e toque em “Continuar”. Sem este passo o aparelho não confia nele.',
      ],
    },
    android: {
      name: 'Android',
      steps: [
        'Toque em “Baixar o certificado” acima.',
        'Abra as Configurações e procure por “certificado de CA”. Fica em Segurança, depois “Criptografia e credenciais” ou “Mais configurações de segurança”, depois “Instalar um certificado”.',
        'Toque em “Certificado de CA”, depois em “Instalar mesmo assim”, e digite o PIN do aparelho. Se não houver bloqueio de tela, ele pede um.',
        'Escolha o arquivo “authority.crt” em Downloads.',
      ],
    },
    'fire-os': {
      name: 'Tablet Fire',
      steps: [
        'Toque em “Baixar o certificado” acima.',
        'Abra Configurações, depois Segurança e privacidade, depois “Criptografia e credenciais”.',
        'Toque em “Instalar do armazenamento”, depois em “Certificado de CA”, e escolha “authority.crt” em Downloads.',
      ],
    },
    windows: {
      name: 'Windows',
      steps: [
        'Clique em “Baixar o certificado” acima e abra o arquivo.',
        'Clique em “Instalar Certificado…”, escolha “Máquina Local” e depois “Avançar”.',
        'Escolha “Colocar todos os certificados no repositório a seguir”, depois “Procurar”, depois “Autoridades de Certificação Raiz Confiáveis”.',
        'Clique em “OK”, “Avançar” e “Concluir”, e reinicie o navegador. O Firefox tem a própria lista: importe o arquivo nela, em Ajustes, em “Ver certificados”, “Autoridades”.',
      ],
    },
    macos: {
      name: 'Mac',
      steps: [
        'Clique em “Baixar o certificado” acima e abra o arquivo. O Acesso às Chaves se abre.',
        'Adicione-o às chaves do “Sistema” e digite a senha deste Mac.',
        'Clique duas vezes em “Kitchen Pass” na lista, abra “Confiar” e escolha “Confiar Sempre”.',
        'Feche a janela, digite a senha de novo e reinicie o navegador.',
      ],
    },
    linux: {
      name: 'Linux',
      steps: [
        'Clique em “Baixar o certificado” acima.',
        'No Chrome ou Chromium, abra Configurações, depois Privacidade e segurança, depois Segurança, depois “Gerenciar certificados”. Importe o arquivo em “Autoridades” ou “Personalizado”, e confie nele para sites.',
        'No Firefox, abra Configurações, procure por “certificados”, clique em “Ver certificados”, depois “Autoridades”, depois “Importar”.',
      ],
    },
  },
} satisfies typeof en
