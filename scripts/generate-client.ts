import { z } from 'zod'
import { activityNames } from '#contract/activity-names.ts'
import type { Call } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'
import { contract } from '#contract/index.ts'
import { isForEveryToken, scopeOf } from '#server/modules/api-tokens/token-access.ts'

/** The parts of JSON Schema that the contract uses. */
interface Shape {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  additionalProperties?: Shape | boolean
  propertyNames?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
}

/** Writes a JSON Schema as a TypeScript type. */
export function typeOf(shape: Shape): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.enum) return shape.enum.map(value => JSON.stringify(value)).join(' | ')
  const variants = shape.anyOf ?? shape.oneOf
  if (variants) return [...new Set(variants.map(typeOf))].join(' | ')
  if (Array.isArray(shape.type)) return shape.type.map(type => typeOf({ ...shape, type })).join(' | ')
  switch (shape.type) {
    case 'object':
      return objectOf(shape)
    case 'array':
      return `(${typeOf(shape.items ?? {})})[]`
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return shape.type
    default:
      return 'unknown'
  }
}

function objectOf({ properties, required = [], additionalProperties, propertyNames }: Shape): string {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
    return `Record<${propertyNames?.enum ? typeOf(propertyNames) : 'string'}, ${values}>`
  }
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  )
  return fields.length ? `{ ${fields.join('; ')} }` : 'Record<string, never>'
}

const schemaOf = (type: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Shape

/** Omits what a token must not send. */
function inputOf({ input, scope }: Call): Shape {
  const shape = schemaOf(input, 'input')
  const properties = Object.entries(shape.properties ?? {}).filter(([name]) => !scope?.without?.includes(name))
  return shape.properties ? { ...shape, properties: Object.fromEntries(properties) } : shape
}

/** Generates the types and paths of every call that a token can make. */
export function clientCalls(): string {
  const calls = Object.entries(contract as Record<string, Call>).filter(
    ([name, call]) => scopeOf(call) || name === 'planAccess' || isForEveryToken(name),
  )
  return [
    '// Made by scripts/generate.ts from contract/index.ts. Do not edit: npm run generate.',
    '',
    '/** The input and the output of each call, with the scope that its token needs. */',
    'export interface Calls {',
    ...calls.flatMap(([name, call]) => [
      `  /** ${call.about.replaceAll('*/', '* /')} ${scopeOf(call) ?? (isForEveryToken(name) ? '任何权限' : '任何更改的权限')} */`,
      `  ${name}: {`,
      `    input: ${typeOf(inputOf(call))}`,
      `    output: ${typeOf(schemaOf(call.output, 'output'))}`,
      '  }',
    ]),
    '}',
    '',
    '/** The path of each call. A change takes a key by which the portal recognizes a repetition. */',
    'export const routes: Record<keyof Calls, { path: string; change?: true; safe?: true }> = {',
    ...calls.map(([name, call]) => {
      // A call with effects outside of its transaction may run again after a crash, so the client does not repeat it by itself.
      const safe = call.effect !== 'change' || call.idempotency !== 'outside'
      const flags = [...(call.effect === 'change' ? ['change: true'] : []), ...(safe ? ['safe: true'] : [])]
      return `  ${name}: { ${[`path: '${call.path}'`, ...flags].join(', ')} },`
    }),
    '}',
    '',
    '/** The names of events. */',
    `export type EventName = ${Object.keys(activityNames)
      .map(name => `'${name}'`)
      .join(' | ')}`,
    '',
    '/** The meaning of each answer’s code. */',
    'export const codes: Record<number, string> = {',
    ...Object.entries(codes).map(([code, text]) => `  [${code}]: ${JSON.stringify(text)},`),
    '}',
    '',
  ].join('\n')
}
