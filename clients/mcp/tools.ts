import { type Calls, type Client, Refused } from '../typescript/client.ts'
import type { Toolbox } from './toolbox.ts'

/** A change that was planned and waits for the user. */
export interface Planned {
  name: keyof Calls
  input: object
  summary: string
}

/** Describes the effect of a change: the call with its input, and who gains and loses access by it. */
export async function describePlan(
  portal: Client,
  { planned }: Toolbox,
  { name, input, summary }: Planned,
): Promise<string> {
  const description = `操作：${name}（${summary}）\n输入：${JSON.stringify(input, null, 2)}`
  if (!planned.includes(name)) return description
  // The names come from the portal.
  const plan = await portal.planAccess({ call: name as Calls['planAccess']['input']['call'], input: { ...input } })
  return [description, ...effectsOf(plan)].join('\n')
}

type Plan = Calls['planAccess']['output']

/** Describes every part of a plan. It also states that nobody gains or loses; other parts only appear where they apply. */
function effectsOf(plan: Plan): string[] {
  const { gained, lost, used, retimed, unserved, idle, joining, connects, disconnects } = plan
  const people = (label: string, { people: count, list }: Plan['gained']) =>
    [label, count, '人', list.map(({ name, times }) => (times ? `${name}：${times}` : name))] as const
  const devices = (label: string, { devices: count, list }: Plan['connects']) =>
    [label, count, '台', list.map(({ name, employee_name }) => `${employee_name}的${name}`)] as const
  const effects = [
    ...[people('获得专线的人', gained), people('失去专线的人', lost)],
    ...[
      ['失去的人里最近用过的', used.people, '人', used.list.map(({ name }) => name)] as const,
      people('使用期限或时段改变的人', retimed),
      people('得到授权但没有服务时长，分配时长后才能使用', unserved),
      people('得到的专线现在不能用，恢复后才能使用', idle),
      people('待本人同意后获得', joining),
      devices('因此能连接的设备', connects),
      devices('不能再连接的设备', disconnects),
    ].filter(([, count]) => count),
  ]
  return [
    ...effects.map(([label, count, unit, names]) => {
      const more = count > names.length ? '…' : ''
      return `${label}：${count ? `${count} ${unit}（${names.join('、')}${more}）` : '无'}`
    }),
    plan.undoable ? '十分钟内可以在控制台撤销。' : '执行之后不能撤销。',
  ]
}

/** Makes a call by its name. The portal checks the input: the model's may be anything. */
export function callByName(
  portal: Client,
  name: keyof Calls,
  input: object,
  idempotencyKey?: string,
): Promise<unknown> {
  const method = portal[name] as (input: object, options?: { idempotencyKey?: string }) => Promise<unknown>
  return method(input, idempotencyKey === undefined ? {} : { idempotencyKey })
}

/** The token no longer has the right that its tool was made for. */
export const lacksScope = (error: unknown): boolean => error instanceof Refused && error.code === -41052

/** Returns the portal's own text of a refusal; undefined for other errors. */
export const refusalText = (error: unknown): string | undefined =>
  error instanceof Refused
    ? `${error.message}${error.data === null ? '' : ` ${JSON.stringify(error.data)}`}`
    : undefined
