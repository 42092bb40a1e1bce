import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { parseSync } from 'oxc-parser'

export const ROOT = join(import.meta.dirname, '..', '..')

/** One file of the program, with the facts that the fences need. */
export interface Source {
  /** Its path relative to the root of the project. */
  readonly file: string
  readonly text: string
  /** The paths, relative to the root of the project, that it imports. */
  readonly imports: readonly string[]
  /** The types (interfaces, aliases, classes) that it defines and exports. */
  readonly types: readonly string[]
  readonly functions: readonly { readonly name: string; readonly lines: number }[]
}

/** A node of the syntax tree, untyped. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

export const readSources = (): readonly Source[] =>
  ['src', 'jobs', 'reports']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((name) => /\.tsx?$/.test(name))
    .sort()
    .map(readSource)

const readSource = (file: string): Source => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const { program, module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const named = module.staticImports.map(({ moduleRequest }) => moduleRequest.value)
  const again = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  )
  const body = program.body as unknown as readonly Node[]
  return {
    file,
    text,
    imports: [...named, ...again]
      .filter((name) => name.startsWith('.'))
      .map((name) => relative(ROOT, normalize(join(ROOT, dirname(file), name)))),
    types: body.flatMap(exportedTypes),
    functions: body.flatMap((node) => functionsIn(node, text)),
  }
}

const TYPE_DECLARATIONS = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration']

const exportedTypes = ({ type, declaration }: Node): string[] => {
  if (type !== 'ExportNamedDeclaration' || !isNode(declaration) || !TYPE_DECLARATIONS.includes(declaration.type))
    return []
  const { id } = declaration
  return isNode(id) && typeof id.name === 'string' ? [id.name] : []
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/** Each function below a node, by the name of the variable it is assigned to. */
const functionsIn = (node: Node, text: string, name = '(no name)'): { name: string; lines: number }[] => {
  const own = nameIn(node) ?? name
  const here = FUNCTIONS.includes(node.type)
    ? [{ name: own, lines: text.slice(node.start, node.end).split('\n').length }]
    : []
  const below = Object.values(node)
    .flatMap((member) => [member].flat())
    .filter(isNode)
  return [...here, ...below.flatMap((child) => functionsIn(child, text, own))]
}

const nameIn = ({ id, key }: Node): string | null => {
  const named = [id, key].find((one) => isNode(one) && typeof one.name === 'string')
  return isNode(named) ? String(named.name) : null
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
