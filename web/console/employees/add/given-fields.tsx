import { Input, Select } from 'antd'
import { maxGroupsForNewPerson } from '#contract/line-names.ts'
import { assetFields } from '#contract/records/employee-fields.ts'
import { wholeNumberIn } from '#contract/rules.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { May } from '#web/ui/may.tsx'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { WholeNumber } from '#web/ui/whole-number.tsx'
import type { FieldProblems } from './draft-problems.ts'
import type { DraftRow } from './draft-rows.ts'

interface GivenFieldsProps {
  row: DraftRow
  /** Counts from 1, for the names of the inputs. */
  place: number
  problems: FieldProblems
  change: (field: 'days' | 'device_limit' | 'groups', some: Partial<DraftRow>) => void
}

export const FieldProblem = ({ id, text }: { id: string; text: string | undefined }) =>
  text ? (
    <span className="draft-problem" id={id} role="alert">
      {text}
    </span>
  ) : null

/** The fields for one person's assets, independent of the others'; each may be left blank. */
export function GivenFields({ row, place, problems, change }: GivenFieldsProps) {
  const number = (name: 'days' | 'device_limit', suffix: string) => {
    const problem = problems[name]
    const problemId = `problem-${row.key}-${name}`
    const text = row[`${name}_text`]
    const wrong = problem && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': problemId }
    return (
      <div className="draft-field">
        <label htmlFor={`${name}-${row.key}`}>{assetFields[name].label}</label>
        {text === undefined ? (
          <WholeNumber
            id={`${name}-${row.key}`}
            suffix={suffix}
            value={row[name]}
            onChange={value => change(name, { [name]: value })}
            {...wrong}
          />
        ) : (
          // The sheet's value is not a number, so a number input could not show it.
          <Input
            id={`${name}-${row.key}`}
            suffix={suffix}
            value={text}
            onChange={({ target: { value } }) =>
              change(name, { [name]: wholeNumberIn(value), [`${name}_text`]: value })
            }
            {...wrong}
          />
        )}
        <FieldProblem id={problemId} text={problem} />
      </div>
    )
  }
  return (
    <div className="draft-given">
      {number('days', '天')}
      {number('device_limit', '台')}
      <May call="getVplGroupList">
        <GroupsField
          label={`第 ${place} 行的${assetFields.groups.label}`}
          value={row.group_ids}
          unknown={row.group_texts ?? []}
          change={(group_ids, group_texts) => change('groups', { group_ids, group_texts })}
          problem={problems.groups}
          problemId={`problem-${row.key}-groups`}
        />
      </May>
    </div>
  )
}

interface GroupsFieldProps {
  label: string
  value: string[]
  /** Names of nonexistent groups, listed among the groups until the user removes them. */
  unknown: readonly string[]
  change: (groupIds: string[], unknown: string[]) => void
  problem: string | undefined
  problemId: string
}

function GroupsField({ label, value, unknown, change, problem, problemId }: GroupsFieldProps) {
  const groups = useRemembered('getVplGroupList', {})
  return (
    <div className="draft-field">
      <span aria-hidden="true">{assetFields.groups.label}</span>
      <Select
        mode="multiple"
        aria-label={label}
        maxCount={maxGroupsForNewPerson}
        placeholder="选填"
        // Otherwise a second Enter would choose the first option of the whole list.
        showSearch={{ optionFilterProp: 'label', autoClearSearchValue: false }}
        value={[...value, ...unknown]}
        onChange={chosen =>
          change(
            chosen.filter(each => !unknown.includes(each)),
            chosen.filter(each => unknown.includes(each)),
          )
        }
        {...outcomeOf(groups, '还没有专线组', groups.data?.list)}
        options={groups.data?.list.map(({ group_id, name }) => ({ value: group_id, label: name }))}
        {...(problem && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': problemId })}
      />
      <FieldProblem id={problemId} text={problem} />
    </div>
  )
}
