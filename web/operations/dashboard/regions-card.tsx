import { lowStock } from '#contract/operations/dashboard-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { count, placeName } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { stockLooks } from '#web/ui/states.ts'
import { ReachLink } from '../reach-link.tsx'
import { lists } from './lists.ts'

type Regions = OperationOutput<'getDashboard'>['regions']

/** Returns the worst stock state of anything sold there. */
const stateOf = ({ low: [least] }: Regions[number]) => (!least ? 'enough' : least.free ? 'low' : 'none')

/** The lines and free addresses by region, the scarcest first. */
export const RegionsCard = ({ regions }: { regions: Regions }) => (
  <section className="sheet regions-card" aria-labelledby="regions-title">
    <div className="sheet-head">
      <h2 id="regions-title">地区与库存</h2>
      <span className="quiet">
        {count(regions.filter(region => region.low.length).length)} 个地区有接入方式可售地址不足 {lowStock} 个
      </span>
    </div>
    {regions.length ? (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      <section className="table-frame" tabIndex={0} aria-label="地区表格">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">地区</th>
              <th scope="col" className="table-end">
                专线
              </th>
              <th scope="col" className="table-end">
                可售地址
              </th>
              <th scope="col">库存</th>
            </tr>
          </thead>
          <tbody>
            {regions.map(region => {
              const name = placeName(region)
              return (
                <tr key={region.region_id}>
                  <th scope="row">{name}</th>
                  <td className="table-end">
                    <ReachLink
                      to={lists.linesOf(region.region_id)}
                      aria-label={`${name}的专线 ${count(region.lines)} 条`}
                    >
                      {count(region.lines)}
                    </ReachLink>
                  </td>
                  <td className="table-end">
                    <ReachLink
                      to={lists.addressesOf(region.region_id)}
                      aria-label={`${name}的可售地址 ${count(region.free)} 个`}
                    >
                      {count(region.free)}
                    </ReachLink>
                  </td>
                  <td>
                    <span className="stock-state">
                      <StateTag state={stockLooks[stateOf(region)]} />
                      {region.low.length > 0 && (
                        <span className="quiet">
                          {region.low.map(({ access_way, free }) => `${access_way} ${count(free)} 个`).join('，')}
                        </span>
                      )}
                    </span>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    ) : (
      <p className="quiet">还没有地区有地址或专线。</p>
    )}
  </section>
)
