import vue from 'eslint-plugin-vue'
import accessibility from 'eslint-plugin-vuejs-accessibility'
import { defineConfig, globalIgnores } from 'eslint/config'
import typescript from 'typescript-eslint'
import { plainNames } from './test/run/plain-names/plain-names.ts'

/** Rules that oxlint does not have; with types over everything they take minutes, so only long runs ask for them. */
const onlyHere = {
  '@typescript-eslint/no-unsafe-class-instance-assignment': 'error',
  '@typescript-eslint/no-unsafe-enum-assignment': 'error',
}
const isLong = process.env['KITCHEN_PASS_LONG'] === '1'

/** What oxlint cannot check (.oxlintrc.json): templates, what they use of a script, and what Vue's functions need. */
export default defineConfig(
  globalIgnores(['out', 'dist', 'node_modules', 'test/results']),
  {
    files: ['renderer/**/*.ts'],
    extends: [...vue.configs['flat/recommended']],
    languageOptions: { parser: typescript.parser },
  },
  {
    files: ['**/*.vue'],
    extends: [...vue.configs['flat/recommended'], ...accessibility.configs['flat/recommended']],
    plugins: { '@typescript-eslint': typescript.plugin },
    languageOptions: { parserOptions: { parser: typescript.parser } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // A switch is a button, and may have a label.
      'vuejs-accessibility/label-has-for': ['error', { controlComponents: ['SwitchRoot'] }],
      // Layout is oxfmt's.
      'vue/html-self-closing': 'off',
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/multiline-html-element-content-newline': 'off',
      'vue/html-indent': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/first-attribute-linebreak': 'off',
    },
  },
  {
    // In TypeScript files oxlint checks it.
    files: ['renderer/**/*.vue'],
    plugins: { 'kitchen-pass': { rules: { 'plain-names': plainNames } } },
    rules: { 'kitchen-pass/plain-names': 'error' },
  },
  isLong
    ? [
        { files: ['**/*.ts'], languageOptions: { parser: typescript.parser } },
        {
          files: ['**/*.{ts,vue}'],
          plugins: { '@typescript-eslint': typescript.plugin },
          languageOptions: {
            parserOptions: { projectService: true, extraFileExtensions: ['.vue'] },
          },
          rules: onlyHere,
        },
      ]
    : [],
)
