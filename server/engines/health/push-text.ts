import type { Config } from '#server/core/config.ts'
import type { Push } from '#server/integrations/pushes/push.ts'
import type { AlertEvent } from './alerts.ts'
import type { SubjectResult } from './by-subject.ts'
import { formatValue, limitsInWords } from './health-check.ts'
import { inChina } from './in-china.ts'

export interface ChangedResult {
  result: SubjectResult
  telling: AlertEvent
  /** Milliseconds since 1970. */
  since: number
}

/** Writes all reports into one message, because nobody reads a storm of messages. */
export function formatReports(
  changes: readonly ChangedResult[],
  { config, place }: { config: Pick<Config, 'brandName' | 'publicUrl'>; place: string },
): Push {
  const together = joined(changes)
  const mended = together.filter(({ telling }) => telling === 'mended')
  const bad = together.filter(({ telling }) => telling !== 'mended')
  const counts = [bad.length && `${bad.length} 项异常`, mended.length && `${mended.length} 项已恢复`].filter(Boolean)
  return {
    title: `【${config.brandName}】运行状况：${counts.join('，')}`,
    text: [...bad.map(worry), ...mended.map(relief), `${config.publicUrl}/operations/health（来自 ${place}）`].join(
      '\n',
    ),
  }
}

/** Merges the reports on several subjects of one check, so that its limits and advice appear once. */
function joined(changes: readonly ChangedResult[]): ChangedResult[] {
  const groups = Map.groupBy(changes, ({ result, telling }) => `${result.check.name} ${telling}`)
  return [...groups.values()].flatMap(([first, ...others]) =>
    first
      ? {
          ...first,
          since: Math.min(first.since, ...others.map(({ since }) => since)),
          result: {
            ...first.result,
            subject: [first, ...others]
              .map(({ result }) => result.subject)
              .filter(Boolean)
              .join('、'),
            measured: [first, ...others].flatMap(({ result }) => result.measured),
          },
        }
      : [],
  )
}

function worry({ result, telling, since }: ChangedResult): string {
  const { check, measured, trouble } = result
  const values = measured
    .filter(({ state }) => state === 'bad')
    .map(({ subject, value, detail }) => [subject, formatValue(check.unit, value), detail].filter(Boolean).join(' '))
  const found = values.length ? values.join('；') : (trouble ?? '')
  const limit = limitsInWords(check)
  const word = telling === 'reminder' ? '仍然异常' : '异常'
  return `${word}：${check.title} ${found}（${limit}），自 ${inChina(since)} 起。\n处理：${check.advice}`
}

const relief = ({ result, since }: ChangedResult) =>
  `已恢复：${[result.check.title, result.subject].filter(Boolean).join(' ')}（自 ${inChina(since)} 起异常）`

export const testPush = (config: Pick<Config, 'brandName' | 'publicUrl'>, sender: string): Push => ({
  title: `【${config.brandName}】测试消息`,
  text: `${sender} 从运营后台发送的测试消息，收到即表示推送可用。\n${config.publicUrl}/operations/health`,
})
