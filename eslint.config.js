import vue from 'eslint-plugin-vue'
import accessibility from 'eslint-plugin-vuejs-accessibility'
import { defineConfig, globalIgnores } from 'eslint/config'
import typescript from 'typescript-eslint'

export default defineConfig(
  globalIgnores(['out', 'dist', 'node_modules', 'test/results']),
  {
    files: ['**/*.ts', '**/*.vue'],
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
  {
    files: ['electron/desktop/**/*.ts', 'test/desktop/**/*.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
)
