import { portal } from '#web/data/portal.ts'

const points = [
  { title: '固定的原生 IP', text: '每条专线一个独享地址，不与他人共用。' },
  { title: '多节点全球线路', text: '按国家/地区与接入方式选择，地址可以更换。' },
  { title: '一处管理全公司', text: '部门、员工、设备与权限，都在控制台里。' },
]

/** The dark side of the dialog with a picture of the product, arcs from one origin; narrow windows hide it. */
export function Aside() {
  const { brand } = portal()
  return (
    <div className="account-aside">
      <p className="account-brand">
        {brand.name}
        <span lang="en">{brand.latin}</span>
      </p>
      <ul>
        {points.map(point => (
          <li key={point.title}>
            <strong>{point.title}</strong>
            <span>{point.text}</span>
          </li>
        ))}
      </ul>
      <svg viewBox="0 0 320 180" aria-hidden="true">
        <g className="arcs">
          <path d="M216 138Q150 20 44 70" />
          <path d="M216 138Q180 60 104 112" />
          <path d="M216 138Q230 40 292 46" />
          <path d="M216 138Q262 96 306 128" />
        </g>
        {[
          [44, 70],
          [104, 112],
          [292, 46],
          [306, 128],
        ].map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="3" />
        ))}
        <circle className="origin" cx="216" cy="138" r="5" />
        <circle className="halo" cx="216" cy="138" r="12" />
      </svg>
    </div>
  )
}
