import { useState } from 'react'
import { useSearch } from '#web/data/use-search.ts'
import { uuid, withParameters } from '#web/ui/list/address.ts'
import { ChooseSheet } from './choose-sheet.tsx'
import { ImportProgress } from './import-progress.tsx'
import type { Preview } from './sheet-preview.tsx'
import { SheetPreview } from './sheet-preview.tsx'

/** Choose a file, check it, import it. The address holds a running import, so that a reload still shows it. */
export function ImportSheet() {
  const [search, changeSearch] = useSearch()
  const [preview, setPreview] = useState<Preview>()
  const running = uuid(search.get('import') ?? '')
  const show = (id: string | undefined) => {
    setPreview(undefined)
    changeSearch(now => withParameters(now, { import: id }))
  }
  if (running) return <ImportProgress key={running} id={running} again={() => show(undefined)} />
  if (preview) return <SheetPreview preview={preview} again={() => setPreview(undefined)} started={show} />
  return <ChooseSheet chosen={setPreview} />
}
