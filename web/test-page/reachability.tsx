import { Button } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { api } from '#web/api.ts'
import { type Sample, summary } from './samples.ts'

const rounds = 5

/** Calls something public several times, one after the other, and shows how long each took. */
export function Reachability() {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const [running, setRunning] = useState(false)

  const measure = useCallback(async (signal: AbortSignal) => {
    setSamples([])
    setRunning(true)
    for (let round = 0; round < rounds && !signal.aborted; round++) {
      const start = performance.now()
      const answer = await api.getIndustryList({}, { quiet: true, signal, timeout: 15_000 })
      if (signal.aborted) return
      const sample = { ms: performance.now() - start, problem: answer.ok ? undefined : answer.msg }
      setSamples(before => [...before, sample])
    }
    setRunning(false)
  }, [])

  useEffect(() => {
    const leaving = new AbortController()
    void measure(leaving.signal)
    return () => leaving.abort()
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
        {running ? `正在检测 ${samples.length} / ${rounds}` : result.text}
      </p>
      <ol className="samples">
        {samples.map((sample, index) => (
          // Samples only ever grow at the end.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a sample is
          <li key={index} data-failed={sample.problem ? '' : undefined}>
            <span className="sample-bar" style={{ width: `${Math.max(2, (sample.ms / slowest) * 100)}%` }} />
            <span className="figures">{sample.problem ?? `${Math.round(sample.ms)} ms`}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
