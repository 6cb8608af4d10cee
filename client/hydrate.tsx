import { type ComponentType, type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { closeMenus } from './close-menus';
import { askToConfirm, hasModals } from './events';
import { type IslandName, islands } from './registry';

// The islands show dialogs and toasts. Separate files for these functions would be more requests.
export { awaitExportToast } from './export-toast';
export { askToConfirm };

// This file is loaded once, when the browser is idle.
closeMenus();

/** Hydrates an island with the props that the server rendered it with. Resolves when its effects have run. */
export function hydrate(element: HTMLElement): Promise<void> {
  const { island = '' } = element.dataset;
  // The server wrote name and props together, so the props have the right type.
  const Component = islands[island as IslandName] as unknown as ComponentType | undefined;
  if (!Component || (island === 'ConfirmDialog' && !hasModals())) return Promise.resolve();
  return new Promise(resolve => {
    const view = () => (
      <AfterEffects onDone={resolve}>
        <Component {...JSON.parse(element.dataset.props ?? '{}')} />
      </AfterEffects>
    );
    const root = hydrateRoot(element, view());
    // Another version of the page has other properties.
    new MutationObserver(() => root.render(view())).observe(element, { attributeFilter: ['data-props'] });
  });
}

function AfterEffects({ onDone, children }: { readonly onDone: () => void; readonly children: ReactNode }) {
  useEffect(onDone, [onDone]);
  return children;
}
