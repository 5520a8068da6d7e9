#!/bin/bash
# Ziggurat on a Slurm allocation: a Ray head on the first machine, a worker on each other, and one command on all of them.
#   sbatch deploy/cluster/slurm.sh simulate babylonia --games 1000000000 --seed 1 --json
#SBATCH --job-name=ziggurat
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --mem-per-cpu=2G
#SBATCH --time=04:00:00
set -euo pipefail

source "${ZIGGURAT_VENV:-$HOME/ziggurat}/bin/activate"

# One token for this allocation alone: nobody else on these machines can give its cluster work.
export RAY_AUTH_MODE=token
RAY_AUTH_TOKEN=$(python -c 'import secrets; print(secrets.token_hex(32))')
export RAY_AUTH_TOKEN RAY_USAGE_STATS_ENABLED=0

mapfile -t machines < <(scontrol show hostnames "$SLURM_JOB_NODELIST")
head=$(srun --nodes=1 --ntasks=1 --nodelist="${machines[0]}" hostname --ip-address | awk '{ print $1 }')
port=6379

srun --nodes=1 --ntasks=1 --nodelist="${machines[0]}" --overlap \
    ray start --head --node-ip-address="$head" --port="$port" --num-cpus="$SLURM_CPUS_PER_TASK" --block &
sleep 15
if [ "${#machines[@]}" -gt 1 ]; then
    others=$(IFS=,; echo "${machines[*]:1}")
    srun --nodes=$((${#machines[@]} - 1)) --ntasks=$((${#machines[@]} - 1)) --nodelist="$others" --overlap \
        ray start --address="$head:$port" --num-cpus="$SLURM_CPUS_PER_TASK" --block &
    sleep 15
fi

# On the first machine, which is part of the cluster; it ends with the allocation.
srun --nodes=1 --ntasks=1 --nodelist="${machines[0]}" --overlap ziggurat "$@" --cluster "$head:$port"
