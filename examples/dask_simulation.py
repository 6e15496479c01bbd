"""Simulate tournaments on a Dask cluster: here two processes of this machine, started for the purpose.

    python -m pip install '.[dask]' && python examples/dask_simulation.py

What to change for a real cluster: only who the client is. In place of ``LocalCluster(...)`` give it the
address of the scheduler, ``Client("tcp://scheduler:8786")``, or a cluster of dask-jobqueue, dask-kubernetes,
dask-gateway, ... The workers need medianswiss of the same version as here, one thread a processor is best
(``dask worker tcp://scheduler:8786 --nthreads 1 --nworkers auto``), and nothing is shared between them but
the settings: no files. Then ask for more tournaments. The result is the same to the last bit as with
threads on one machine, and with ``first=`` several clusters can do a part each, which are added by ``+``.
"""

from __future__ import annotations

from distributed import Client, LocalCluster

import medianswiss as ms


def main() -> None:
    """Simulate, on the cluster and with threads, and compare."""
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster, Client(cluster) as client, client.get_executor() as executor:
        run = ms.simulate("lim", tournaments=4_000, players=60, rounds=7, seed=1, executor=executor)
    here = ms.simulate("lim", tournaments=4_000, players=60, rounds=7, seed=1)
    print(f"{len(run):,} tournaments; the strongest won {100 * run.chance_of_top(1):.1f} % of them")
    print("the same as by threads:", run.moments == here.moments)


if __name__ == "__main__":  # the workers import this file
    main()
