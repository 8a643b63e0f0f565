import './directory.css'
import { isDirectoryProvider } from '#contract/directory-names.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Columns } from '#web/ui/columns.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { DirectoryCard } from './directory-card.tsx'
import { PlanCard } from './plan-card.tsx'
import { ProviderCard } from './provider-card.tsx'

/** Shows the source of the company's people, and its consequences here. */
export function DirectoryPage() {
  const { data, refused, loading, reload } = useRemembered('getDirectory', {})
  return (
    <>
      <ListHead
        title="企业目录"
        text="部门与员工由企业自己的人事或身份系统同步：先看计划，启用之后随目录变化。加入企业仍须员工本人同意。"
      />
      {!data && <Placeholder refused={refused} retry={reload} rows={6} />}
      {data && (
        <Columns
          left={
            <>
              <DirectoryCard directory={data} done={reload} />
              {data.settings && isDirectoryProvider(data.settings.source) && (
                <ProviderCard source={data.settings.source} directory={data} loading={loading} done={reload} />
              )}
            </>
          }
          right={
            <>
              {data.settings && <PlanCard directory={data} settings={data.settings} done={reload} />}
              {data.problems.length > 0 && (
                <section className="sheet" aria-labelledby="problems-title">
                  <h2 id="problems-title">需要处理</h2>
                  <ul className="lines">
                    {data.problems.map(({ name, detail }) => (
                      <li key={`${name} ${detail}`} className="line">
                        <div>
                          <h3>{name}</h3>
                          <p>{detail}</p>
                        </div>
                      </li>
                    ))}
                  </ul>
                </section>
              )}
            </>
          }
        />
      )}
    </>
  )
}
