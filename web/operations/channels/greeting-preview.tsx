import './channels.css'
import { portal } from '#web/data/portal.ts'

/** The head of the partner's public page, as a visitor sees it. */
export const GreetingPreview = ({ name, greeting }: { name: string; greeting: string }) => (
  <figure className="greeting-preview">
    <figcaption className="quiet">推广页上的样子</figcaption>
    <p>
      <strong>{name || '合作伙伴名称'}</strong>诚邀您体验
    </p>
    <p className="greeting-title">{portal().brand.name}企业试用</p>
    {greeting && <blockquote>{greeting}</blockquote>}
  </figure>
)
