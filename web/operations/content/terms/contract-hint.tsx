import { contractParts, contractValues, missingPlaceholders, unknownPlaceholders } from '#contract/contract-names.ts'
import { Alert } from '#web/ui/alert.tsx'

const list = [
  ...Object.entries(contractValues).map(([name, { about }]) => ({ name, about })),
  ...Object.entries(contractParts).map(([name, about]) => ({ name, about: `${about}（单独成行）` })),
]

/** Shows the placeholders that the template may contain, and its present faults and omissions as checked by the server. */
export function ContractHint({ markdown }: { markdown: string }) {
  const unknown = unknownPlaceholders(markdown)
  const missing = missingPlaceholders(markdown)
  return (
    <>
      <details className="editor-hint quiet">
        <summary>可用的占位符（{list.length} 个）</summary>
        <dl className="placeholders">
          {list.map(({ name, about }) => (
            <div key={name}>
              <dt>
                <code>{`{{${name}}}`}</code>
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      </details>
      {unknown.length > 0 && (
        <Alert
          className="editor-alert"
          type="error"
          title={`无法识别的占位符：${unknown.join('、')}。改正后才能保存`}
        />
      )}
      {missing.length > 0 && (
        <Alert className="editor-alert" type="warning" title={`缺少 ${missing.join('、')}，补上后才能发布`} />
      )}
    </>
  )
}
