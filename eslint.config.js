import vue from 'eslint-plugin-vue'
import accessibility from 'eslint-plugin-vuejs-accessibility'
import { defineConfig, globalIgnores } from 'eslint/config'
import typescript from 'typescript-eslint'

/** Rules that oxlint does not have; with types over all TypeScript they take minutes, so only long runs ask for them. */
const onlyHere = {
  '@typescript-eslint/no-unsafe-class-instance-assignment': 'error',
  '@typescript-eslint/no-unsafe-enum-assignment': 'error',
}
const isLong = process.env['KITCHEN_PASS_LONG'] === '1'

/** What oxlint cannot check (.oxlintrc.json): rules with types in Vue files, templates, and what Vue's functions need. */
export default defineConfig(
  globalIgnores(['out', 'dist', 'node_modules', 'test/results']),
  {
    files: ['renderer/**/*.ts'],
    extends: [...vue.configs['flat/recommended']],
    languageOptions: { parser: typescript.parser },
  },
  isLong
    ? {
        files: ['**/*.ts'],
        plugins: { '@typescript-eslint': typescript.plugin },
        languageOptions: { parser: typescript.parser, parserOptions: { projectService: true } },
        rules: onlyHere,
      }
    : {},
  {
    files: ['**/*.vue'],
    extends: [
      ...typescript.configs.strictTypeChecked,
      ...vue.configs['flat/recommended'],
      ...accessibility.configs['flat/recommended'],
    ],
    languageOptions: {
      parserOptions: {
        parser: typescript.parser,
        projectService: true,
        extraFileExtensions: ['.vue'],
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // Our objects are closures: no method needs its `this`.
      '@typescript-eslint/unbound-method': 'off',
      // Phantom types pair an operation with its answer.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // A switch is a button, and may have a label.
      'vuejs-accessibility/label-has-for': ['error', { controlComponents: ['SwitchRoot'] }],
      'no-console': 'error',
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^electron(/|$)', message: "'electron' belongs to electron/desktop." },
          ],
        },
      ],
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
)
