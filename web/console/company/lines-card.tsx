import { Link, useNavigate } from 'react-router'
import { linesAtPath, paths } from '#contract/paths.ts'
import { ReachedLink } from '#web/ui/reached-link.tsx'
import { LineMap } from '../lines/line-map.tsx'

/** The company's lines on the map; each place links to its lines. */
export function LinesCard() {
  const navigate = useNavigate()
  return (
    <section className="sheet" aria-labelledby="company-lines-title">
      <div className="sheet-head">
        <h2 id="company-lines-title">专线分布</h2>
        <span className="quiet">
          <Link to={paths.manageLine}>全部专线</Link>
        </span>
      </div>
      <LineMap
        open={regionId => void navigate(linesAtPath(regionId))}
        none={
          <p className="quiet lines-none">
            还没有专线。<ReachedLink to={paths.buyLines}>购买虚拟专线</ReachedLink>，绑定地址并授权后，员工即可使用。
          </p>
        }
      />
    </section>
  )
}
