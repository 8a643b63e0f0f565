import { Button } from 'antd'
import type { OutputOf } from '#contract/index.ts'
import { type Refused, sentence } from '#web/data/answers.ts'
import { count } from '#web/ui/format.ts'

type Change = OutputOf<'setVplGroupLines'>
type Touched = Change['gained']

interface EffectProps {
  preview: { data?: Change; refused?: Refused; waiting: boolean; again: () => void }
}

/** The most names listed; the rest is counted. */
const shown = 8

/** Lists the people who would gain or lose access by a change, before it is saved. */
export function Effect({ preview: { data, refused, waiting, again } }: EffectProps) {
  return (
    <div className="quote effect" aria-live="polite" aria-busy={waiting} data-tone={refused ? 'bad' : undefined}>
      {refused ? (
        <>
          {sentence(refused)}
          <Button type="link" size="small" onClick={again}>
            重试
          </Button>
        </>
      ) : !data ? (
        '正在计算影响…'
      ) : data.lost.people || data.gained.people ? (
        <>
          <Side touched={data.lost} word="失去" tone="bad" />
          <Side touched={data.gained} word="获得" tone="good" />
        </>
      ) : (
        '没有人的使用权限会变化。'
      )}
    </div>
  )
}

function Side({ touched: { people, list }, word, tone }: { touched: Touched; word: string; tone: string }) {
  if (!people) return null
  const names = list.slice(0, shown).map(({ name, lines }) => `${name}（${lines} 条）`)
  return (
    <p data-tone={tone}>
      <b>
        {count(people)} 人将{word}权限
      </b>
      ：{names.join('、')}
      {people > names.length && ` 等`}
    </p>
  )
}
