// Reads types of the contract as JSON Schema, with TypeScript's own API: their names, their comments, what may be
// missing. Only the build, development and tests load this file, because it needs the compiler.
import {
  API,
  type Checker,
  type Project,
  SymbolFlags,
  type Symbol as SymbolOfType,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync'
import type { JsonSchema } from '../../contract/openapi.ts'

export interface ContractTypes {
  /** What a file exports, by name, with the type of each. */
  exportsOf(file: string): { name: string; comment: string; type: Type }[]
  /** What a type or interface that a file exports stands for. */
  declared(file: string, name: string): Type
  /** Of an optional property the type that it has when it is there. */
  property(type: Type, name: string): Type | undefined
  /** Comments of the properties of an object type, by name. */
  commentsOf(type: Type): Record<string, string>
  /** The schema of a type; of one with a name it is a reference to `named`. */
  schemaOf(type: Type): JsonSchema
  /** Number literals of a type: those of a union, or the one. */
  numbersOf(type: Type): number[]
  nameOf(type: Type): string | undefined
  /** Schemas of the interfaces and type aliases that were met, by name. */
  readonly named: Record<string, JsonSchema>
}

/** Opens the project of a tsconfig.json for as long as `use` runs. */
export function withTypes<Result>(config: string, use: (types: ContractTypes) => Result): Result {
  const api = new API()
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`${config} is no project of TypeScript`)
    return use(typesOf(project))
  } finally {
    api.close()
  }
}

function typesOf({ program, checker }: Project): ContractTypes {
  const reader = new TypeReader(checker)
  const typeOf = (symbol: SymbolOfType | undefined) => symbol && checker.getTypeOfSymbol(symbol)
  const exported = (file: string) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (!module) throw new Error(`${file} is no module of the project`)
    return checker.getExportsOfModule(module)
  }
  return {
    exportsOf(file) {
      return exported(file)
        .filter((symbol) => symbol.flags & SymbolFlags.Value)
        .flatMap((symbol) => {
          const type = typeOf(symbol)
          return type ? [{ name: symbol.name, comment: reader.comment(symbol), type }] : []
        })
    },
    declared(file, name) {
      const symbol = exported(file).find((symbol) => symbol.name === name)
      if (!symbol) throw new Error(`${file} exports no ${name}`)
      return checker.getDeclaredTypeOfSymbol(symbol)
    },
    property(type, name) {
      const found = typeOf(checker.getPropertyOfType(type, name))
      const parts = found?.isUnionType() ? found.getTypes() : []
      const [only, more] = parts.filter(({ flags }) => !(flags & TypeFlags.Undefined))
      return only && !more ? only : found
    },
    commentsOf: (type) =>
      Object.fromEntries(
        checker
          .getPropertiesOfType(type)
          .map((symbol) => [symbol.name, reader.comment(symbol)])
          .filter(([, comment]) => comment),
      ),
    schemaOf: (type) => reader.schemaOf(type),
    numbersOf: (type) =>
      [type, ...(type.isUnionType() ? type.getTypes() : [])]
        .filter((part) => part.isNumberLiteralType())
        .map(({ value }) => value),
    nameOf: (type) => (type.getAliasSymbol() ?? type.getSymbol())?.name,
    named: reader.named,
  }
}

class TypeReader {
  readonly named: Record<string, JsonSchema> = {}
  readonly #checker: Checker
  /** Ids of the types that the names stand for: two types of one name would be one schema. */
  readonly #idOf = new Map<string, number>()

  constructor(checker: Checker) {
    this.#checker = checker
  }

  /** Without references to the rules of this product's documentation. */
  comment(symbol: SymbolOfType): string {
    const text = symbol.getDocumentationComment(this.#checker).replace(/\s+/g, ' ')
    return text.replace(/ ?\[[RSTF]\d+(?:, ?[RSTF]\d+)*\]/g, '').trim()
  }

  schemaOf(type: Type): JsonSchema {
    const name = this.#nameOf(type)
    if (!name) return this.#read(type)
    const known = this.#idOf.get(name)
    if (known !== undefined && known !== type.id) throw new Error(`the contract has two types named ${name}`)
    if (known === undefined) {
      this.#idOf.set(name, type.id)
      const schema = this.#read(type)
      const symbol = type.getAliasSymbol() ?? type.getSymbol()
      const description = symbol && this.comment(symbol)
      this.named[name] = description ? { description, ...schema } : schema
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Of an interface or of a type alias without parameters. */
  #nameOf(type: Type): string | undefined {
    const alias = type.getAliasSymbol()
    if (alias) return type.getAliasTypeArguments().length > 0 ? undefined : alias.name
    return type.isClassOrInterface() && type.getTypeParameters().length === 0
      ? type.getSymbol()?.name
      : undefined
  }

  #read(type: Type): JsonSchema {
    const { flags } = type
    if (flags & TypeFlags.AnyOrUnknown) return {}
    if (flags & TypeFlags.Boolean) return { type: 'boolean' }
    if (flags & TypeFlags.Null) return { type: 'null' }
    if (flags & TypeFlags.String) return { type: 'string' }
    if (flags & TypeFlags.Number) return { type: 'number' }
    if (type.isLiteralType()) return { const: type.value as string | number | boolean }
    if (type.isUnionType()) return this.#union(type.getTypes())
    if (this.#checker.isArrayType(type) && type.isTypeReference()) {
      const [item] = this.#checker.getTypeArguments(type)
      return { type: 'array', items: item ? this.schemaOf(item) : {} }
    }
    if (type.isObjectType() || type.isIntersectionType()) return this.#object(type)
    throw new Error(`${this.#checker.typeToString(type)} has no JSON Schema`)
  }

  #union(all: readonly Type[]): JsonSchema {
    const types = all.filter(({ flags }) => !(flags & TypeFlags.Undefined))
    const literals = types.filter((type) => type.isLiteralType())
    const values = literals.map(({ value }) => value as string | number | boolean)
    const isBoolean = values.length === 2 && values.every((value) => typeof value === 'boolean')
    const others = types.filter((type) => !type.isLiteralType())
    const schemas = [
      ...(isBoolean ? [{ type: 'boolean' }] : values.length > 1 ? [{ enum: values }] : []),
      ...(values.length === 1 ? [{ const: values[0] as string }] : []),
      ...others.map((type) => this.schemaOf(type)),
    ]
    const [only] = schemas
    if (schemas.length === 1 && only) return only
    const areNames = schemas.every(({ type, ...rest }) => type && Object.keys(rest).length === 0)
    return areNames ? { type: schemas.flatMap(({ type = [] }) => type) } : { anyOf: schemas }
  }

  #object(type: Type): JsonSchema {
    const [index] = this.#checker.getIndexInfosOfType(type)
    if (index) return { type: 'object', additionalProperties: this.schemaOf(index.valueType) }
    const properties: Record<string, JsonSchema> = {}
    const required: string[] = []
    for (const symbol of this.#checker.getPropertiesOfType(type)) {
      const propertyType = this.#checker.getTypeOfSymbol(symbol)
      if (!propertyType) continue
      const description = this.comment(symbol)
      const schema = this.schemaOf(propertyType)
      properties[symbol.name] = description ? { description, ...schema } : schema
      if (!(symbol.flags & SymbolFlags.Optional)) required.push(symbol.name)
    }
    return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
  }
}
