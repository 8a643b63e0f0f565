import type { Tone } from '#web/ui/states.ts'

export interface Sample {
  ms: number
  /** The reason for a missing answer. */
  problem: string | undefined
}

/** Milliseconds above which people notice the delay. */
const slow = 800

/** Summarises the samples for non-technical readers. */
export function summary(samples: readonly Sample[]): { tone: Tone; text: string } {
  const failed = samples.filter(sample => sample.problem).length
  if (!samples.length) return { tone: 'idle', text: '尚未检测' }
  if (failed === samples.length) return { tone: 'bad', text: '接口无法访问，请检查本机网络、代理或防火墙设置' }
  if (failed) return { tone: 'warn', text: `连接不稳定：${samples.length} 次中有 ${failed} 次失败` }
  const sorted = samples.map(sample => sample.ms).sort((a, b) => a - b)
  const median = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
  return median > slow
    ? { tone: 'warn', text: `可以访问，但较慢：中位延迟 ${median} ms` }
    : { tone: 'good', text: `连接正常：中位延迟 ${median} ms` }
}
