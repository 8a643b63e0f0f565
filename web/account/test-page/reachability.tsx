import { useCallback, useEffect, useState } from 'react'
import { api } from '#web/data/api.ts'
import { Button } from '#web/ui/button.tsx'
import { type Sample, summary } from './samples.ts'

const sampleCount = 5

/** Makes a public call several times in a row and shows how long each took. */
export function Reachability() {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const [running, setRunning] = useState(false)

  const measure = useCallback(async (signal: AbortSignal) => {
    setSamples([])
    setRunning(true)
    for (let index = 0; index < sampleCount && !signal.aborted; index++) {
      const start = performance.now()
      const answer = await api.getIndustryList({}, { signal, timeout: 15_000 })
      if (signal.aborted) return
      const sample = { ms: performance.now() - start, problem: answer.ok ? undefined : answer.msg }
      setSamples(before => [...before, sample])
    }
    setRunning(false)
  }, [])

  useEffect(() => {
    const controller = new AbortController()
    void measure(controller.signal)
    return () => controller.abort()
  }, [measure])

  const result = summary(samples)
  const slowest = Math.max(1, ...samples.map(sample => sample.ms))
  return (
    <section className="sheet" aria-labelledby="reach-title">
      <div className="sheet-head">
        <h2 id="reach-title">接口连通</h2>
        <Button loading={running} onClick={() => void measure(new AbortController().signal)}>
          {running ? '检测中' : '重新检测'}
        </Button>
      </div>
      <p className="verdict" data-tone={result.tone} role="status">
        {running ? `正在检测 ${samples.length} / ${sampleCount}` : result.text}
      </p>
      <ol className="samples">
        {samples.map((sample, index) => (
          // Samples are only ever appended.
          // biome-ignore lint/suspicious/noArrayIndexKey: a sample is identified by its position
          <li key={index} data-failed={sample.problem ? '' : undefined}>
            <span className="sample-bar" style={{ width: `${Math.max(2, (sample.ms / slowest) * 100)}%` }} />
            <span className="figures">{sample.problem ?? `${Math.round(sample.ms)} ms`}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
