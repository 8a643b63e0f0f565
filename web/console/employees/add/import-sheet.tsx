import { useState } from 'react'
import { readDraft, writeDraft } from '#web/data/draft.ts'
import { useSearch } from '#web/data/use-search.ts'
import { uuid, withParameters } from '#web/ui/list/address.ts'
import { ChooseSheet } from './choose-sheet.tsx'
import { nothingForAll } from './for-all.ts'
import { ImportProgress } from './import-progress.tsx'
import { type CheckedSheet, SheetPreview } from './sheet-preview.tsx'

const draftName = 'import-employees'

/**
 * Choose a file, check it, import it. The address holds a running import, and the tab's drafts a checked sheet, so that neither is
 * lost by a reload or by visiting another page.
 */
export function ImportSheet() {
  const [search, changeSearch] = useSearch()
  // The cast holds because only a checked sheet is stored under this name.
  const [sheet, setSheet] = useState(() => readDraft(draftName) as CheckedSheet | undefined)
  const [restored, setRestored] = useState(sheet !== undefined)
  const running = uuid(search.get('import') ?? '')
  function change(next: CheckedSheet | undefined): void {
    setSheet(next)
    writeDraft(draftName, next)
  }
  function again(): void {
    change(undefined)
    setRestored(false)
  }
  const show = (id: string | undefined) => {
    again()
    changeSearch(now => withParameters(now, { import: id }))
  }
  if (running) return <ImportProgress key={running} id={running} again={() => show(undefined)} />
  if (sheet) return <SheetPreview sheet={sheet} change={change} restored={restored} again={again} started={show} />
  return <ChooseSheet chosen={preview => change({ ...nothingForAll, preview })} />
}
